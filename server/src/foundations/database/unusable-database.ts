export class UnusableDatabase extends Error {}

/** The database cannot be used until another process has migrated it or granted a role. */
export class DatabaseNotReady extends UnusableDatabase {}
