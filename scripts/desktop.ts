import { join } from 'node:path'
import { z } from 'zod'
import { parseCommandLine } from '../server/src/foundations/process/command-line.ts'
import { buildFrontEnd, frontEnds, isBuilt } from './front-ends.ts'
import { openDesktopApp, whyNoDesktopApp } from './desktop/desktop-app.ts'
import { root } from './run-command.ts'

const usage = `npm run desktop                                  opens the desktop app; it asks for a server the first time
npm run desktop -- --server http://localhost:3000  opens it with this server's address filled in
npm run desktop -- --profile FOLDER              stores its data in FOLDER (default: .data/desktop)`

const { server, profile } = parseCommandLine(
  usage,
  { options: { server: { type: 'string' }, profile: { type: 'string' } } },
  ({ values }) =>
    z
      .object({
        server: z
          .url({ protocol: /^https?$/, error: 'takes an address such as https://alumni.example.edu' })
          .optional(),
        profile: z.string().default(join(root, '.data/desktop')),
      })
      .parse(values),
)

const reason = whyNoDesktopApp()
if (reason) {
  console.error(reason)
  process.exit(1)
}
for (const frontEnd of frontEnds.filter((each) => each.workspace === 'desktop' && !isBuilt(each)))
  await buildFrontEnd(frontEnd)
openDesktopApp(server, profile).once('exit', (code) => process.exit(code ?? 0))
