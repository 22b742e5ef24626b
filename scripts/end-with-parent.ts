// Loaded before a supervised program. Kills the program 8 seconds after its parent has ended, even if it is still
// starting and does not listen for that event, or a thread delays its exit.
process.once('disconnect', () => setTimeout(() => process.kill(process.pid, 'SIGKILL'), 8_000).unref())
