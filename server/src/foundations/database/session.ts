/**
 * How every connection of the app begins: as its role, which has no DDL, and in UTC, whatever the database's own zone
 * is.
 */
export const appSession = '-c role=alumni_app -c timezone=UTC'
/** How one of the schema's owner does. */
export const ownerSession = '-c timezone=UTC'
