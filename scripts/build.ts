import { parseNoOptions } from '../server/src/foundations/process/command-line.ts'
import { buildFace, faces } from './built-faces.ts'
import { inSeconds } from './run-command.ts'

parseNoOptions('npm run build   builds the staff app, the desktop app and the portal; npm start does so by itself')
for (const face of faces) console.log(`✓ ${face.name} (${inSeconds(await buildFace(face).catch(refuse))})`)

function refuse({ message }: Error): never {
  console.error(message)
  process.exit(1)
}
