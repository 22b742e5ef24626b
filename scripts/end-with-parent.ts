// Loaded before a supervised program: once the process that started it has gone, it ends within a bound, even if it is
// still starting and does not listen for that itself yet, or its own exit waits for a thread that does not end.
process.once('disconnect', () => setTimeout(() => process.kill(process.pid, 'SIGKILL'), 8_000).unref())
