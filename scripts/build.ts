import { parseNoOptions } from '../server/src/foundations/process/command-line.ts'
import { buildFrontEnd, frontEnds } from './front-ends.ts'
import { inSeconds } from './run-command.ts'

parseNoOptions('npm run build   builds the staff app, the desktop app and the portal; npm start runs it too')
for (const frontEnd of frontEnds)
  console.log(`✓ ${frontEnd.name} (${inSeconds(await buildFrontEnd(frontEnd).catch(refuse))})`)

function refuse({ message }: Error): never {
  console.error(message)
  process.exit(1)
}
