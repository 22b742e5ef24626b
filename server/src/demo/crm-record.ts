/** A record by field name, as the file writes it: dates `2026-11-20`, flags `true` and `false`, null a blank cell. */
export type CrmRecord = Record<string, string | null>

/** Whether Windows-1252 can write the record; its own signs beyond Latin-1 are left out of demo files. */
export function fitsLatin1(record: CrmRecord): boolean {
  return Object.values(record).every((value) => value === null || !/[^\u0001-\u007f\u00a0-\u00ff]/.test(value))
}

/** The same condition for PostgreSQL. */
export const latin1Only = "!~ '[^\\u0001-\\u007f\\u00a0-\\u00ff]'"
