import { sql } from 'kysely'
import { readNamesOfAlumni } from './alumni/index.ts'
import { namesOfSignups } from './champions/index.ts'
import type { Db } from './foundations/database/db.ts'
import type { SubjectNames } from './staff/index.ts'

type TitledTable = 'communities' | 'events' | 'list_letters' | 'news_items' | 'opportunities'

export const subjectNames: SubjectNames = {
  alumni: readNamesOfAlumni,
  'champion-signups': async (db, ids) => byText(await namesOfSignups(db, numbers(ids))),
  communities: titlesOf('communities', 'name'),
  events: titlesOf('events'),
  list_letters: titlesOf('list_letters'),
  news_items: titlesOf('news_items'),
  opportunities: titlesOf('opportunities'),
}

function titlesOf(table: TitledTable, column: 'title' | 'name' = 'title') {
  return async (db: Db, ids: readonly string[]) => {
    const rows = await db
      .selectFrom(db.dynamic.table(table).as('t'))
      .select(['t.id', sql.ref<string>(`t.${column}`).as('title')])
      .where('t.id', 'in', numbers(ids))
      .execute()
    return byText(new Map(rows.map(({ id, title }) => [id, title])))
  }
}

const numbers = (ids: readonly string[]) => ids.map(Number)
const byText = (names: Map<number, string>) => new Map([...names].map(([id, name]) => [String(id), name]))
