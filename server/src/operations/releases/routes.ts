import { oldestStaffContract, serverRelease, staffContract } from '@alumni/shared/operations/releases'
import type { App } from '../../foundations/context.ts'
import { onInternal } from '../../foundations/hosts/site.ts'
import { currentRelease } from './read-releases.ts'

/** Which release runs, for the desktop app before anybody is signed in. */
export function releaseRoutes(app: App): void {
  app.get('/release', { constraints: onInternal, schema: { response: { 200: serverRelease } } }, async () => ({
    release: (await currentRelease()).tag,
    contract: staffContract,
    oldest_contract: oldestStaffContract,
  }))
}
