import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { definitions } from '../src/exchange/imports/types.ts'

/** The lower limit of reading a file: COPY into a temporary table of text. */
export async function copyFile(client: pg.Client, file: string, header: string[]): Promise<void> {
  await client.query(
    `drop table if exists copied; create temp table copied (${header.map((_, at) => `c${at} text`).join(', ')})`,
  )
  await pipeline(createReadStream(file), client.query(copyFrom('copy copied from stdin with (format csv, header)')))
}

const fields = definitions.contacts.fields
const names = fields.map(({ name }) => name)

export async function stageFile(client: pg.Client, file: string, header: string[]): Promise<void> {
  await copyFile(client, file, header)
  const columns = fields.map(({ name, label, kind }) => {
    const column = `c${header.indexOf(label)}`
    return kind === 'flag'
      ? `coalesce(${column}, 'false')::boolean as ${name}`
      : kind === 'crm_id'
        ? `left(${column}, 15) as ${name}`
        : `${column} as ${name}`
  })
  await client.query(`
    create temp table staged as select ${columns.join(', ')} from copied
    where c0 ~ '^B[0-9]{8}$' and coalesce(c1, 'C-000000000') ~ '^C-[0-9]{9}$' and coalesce(length(c2), 15) in (15, 18);
    create index on staged (buid);
    analyze staged`)
}

/** The lower limit of applying a file: writes all staged rows and their history in one statement. */
export async function upsertStaged(client: pg.Client): Promise<number> {
  const all = names.join(', ')
  const set = names.filter((name) => name !== 'buid')
  const { rows } = await client.query<{ count: string }>(`
    with before as (select a.* from alumni a join staged using (buid)),
    written as (
      insert into alumni (${all}) select ${all} from staged
      on conflict (buid) do update set ${set.map((name) => `${name} = excluded.${name}`).join(', ')}, updated_at = now()
      where (${set.map((name) => `alumni.${name}`).join(', ')}) is distinct from (${set.map((name) => `excluded.${name}`).join(', ')})
      returning ${all}, id
    ), history as (
      insert into record_changes (record, buid, record_id, action, fields)
      select 'alumnus', w.buid, w.id, case when b.id is null then 'created' else 'changed' end,
        (select jsonb_object_agg(n.key, jsonb_build_array(o.value, n.value))
         from jsonb_each_text(to_jsonb(w)) n left join jsonb_each_text(to_jsonb(b)) o using (key) where n.key <> 'id' and n.value is distinct from o.value)
      from written w left join before b using (buid) returning 1
    ) select count(*) from history`)
  return Number(rows[0]!.count)
}
