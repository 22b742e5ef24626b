import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Engine } from '../src/alumni/search-index/engine.ts'
const d = JSON.parse(readFileSync('/tmp/demo300.json', 'utf8'))
const show = (n: string) => {
  const m = process.memoryUsage()
  console.log(
    n,
    Object.entries(m)
      .map(([k, v]) => k + ' ' + (v / 2 ** 20).toFixed(0))
      .join(' '),
  )
}
if (process.argv[2] === 'cold') rmSync(d.folder + '/m', { recursive: true, force: true })
show('start')
const e = new Engine({ databaseUrl: d.app, isPooled: false, folder: d.folder + '/m' })
await e.catchUp()
show('read')
await pause(20000)
show('20 s')
globalThis.gc!()
show('gc')
console.log(await e.state())
if (process.argv[2] === 'cold') {
  await e.saveImage()
  show('saved')
}
process.exit()
