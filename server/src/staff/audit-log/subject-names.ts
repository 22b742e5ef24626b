import type { Db } from '../../foundations/database/db.ts'

/** Functions that find current names by id, for each kind of subject. Deleted subjects have no name. */
export type SubjectNames = Record<string, (db: Db, ids: readonly string[]) => Promise<Map<string, string>>>

const staffNames: SubjectNames = { 'staff-users': namesIn('staff_users'), 'api-keys': namesIn('api_keys') }

function namesIn(table: 'staff_users' | 'api_keys') {
  return async (db: Db, ids: readonly string[]) => {
    const rows = await db.findAll(table as 'api_keys', ['id', 'name'], { id: ids.map(Number) })
    return new Map(rows.map(({ id, name }) => [String(id), name]))
  }
}

/** Maps subjects such as `alumni/B00000001` to names, in one query per kind. Unknown subjects are missing. */
export async function findSubjectNames(
  db: Db,
  otherNames: SubjectNames,
  subjects: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [kind, read] of Object.entries({ ...staffNames, ...otherNames })) {
    const ids = subjects.flatMap((subject) => (subject.startsWith(`${kind}/`) ? [subject.slice(kind.length + 1)] : []))
    const known = ids.length > 0 ? await read(db, [...new Set(ids)]) : []
    for (const [id, name] of known) names.set(`${kind}/${id}`, name)
  }
  return names
}
