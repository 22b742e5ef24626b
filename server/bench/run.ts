import { parseArgs } from 'node:util'
import { benchImports } from './imports.ts'

/** `npm run bench`: makes its data, measures each kind of work beside its limit in the same run, prints the ratio. */
const { values } = parseArgs({ options: { alumni: { type: 'string', default: '300000' }, rows: { type: 'string', default: '100000' }, runs: { type: 'string', default: '3' } } })
await benchImports({ alumni: Number(values.alumni), rows: Number(values.rows), runs: Number(values.runs) })
