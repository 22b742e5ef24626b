// Loaded before a supervised program. Kills the program if it still runs 8 seconds after its parent has ended: it may
// not listen for that event while it starts, or a thread may delay its exit.
process.once('disconnect', () => setTimeout(() => process.kill(process.pid, 'SIGKILL'), 8_000).unref())
