// Loaded before a supervised program: once the process that started it has gone, it ends within a bound, even if it is
// still starting and does not listen for that itself yet.
process.once('disconnect', () => setTimeout(() => process.exit(1), 8_000).unref())
