import { expect, test } from 'vitest'
import { statementShape } from './statement-shape.ts'

test.each([
  ['select "id" from "alumni" where "id" = $1', 'select "id" from "alumni" where "id" = $1'],
  ["select * from t1 where name = 'O''Hara' and n > 4711", 'select * from t1 where name = ? and n > ?'],
  ["select E'Ada\\'s' || 'x'", 'select ? || ?'],
  ['select $tag$ Ada $tag$, $$Stan$$', 'select ?, …'],
  ['where id in ($1, $2,\n $3)', 'where id in (?, …)'],
  ["insert into t values ('Ada', 1), ('Stan', 2)", 'insert into t values (?, …), …'],
  ["select x -- Ada's\nfrom t /* Stan */", 'select x ? from t ?'],
  ["select 'Ada", 'select'],
])('%s', (text, shape) => {
  expect(statementShape(text)).toBe(shape)
})
