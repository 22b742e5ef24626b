import type { Role } from '@alumni/shared/staff/accounts'
import { ImportNotifier } from '../exchange/imports/import-notifier.tsx'
import { OpenedFiles } from '../exchange/imports/opened-files.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'
import { NewerRelease } from './update-notice.tsx'
import { Palette } from './palette.tsx'

export { askForProof } from '../staff/account/ask-for-proof.tsx'
export { askToSignInAgain } from '../staff/sign-in/sign-in-again.tsx'

type DeferredPartsProps = { role: Role; isHelpOpen: boolean; onOpenHelp: () => void; onCloseHelp: () => void }

/** Renders the parts of the shell that are hidden at first, such as the palette. Loaded after the first page. */
export function DeferredParts({ role, isHelpOpen, onOpenHelp, onCloseHelp }: DeferredPartsProps) {
  return (
    <>
      <OpenedFiles role={role} />
      {role === 'admin' && <ImportNotifier />}
      <Palette role={role} onHelp={onOpenHelp} />
      <NewerRelease />
      <KeyboardHelp opened={isHelpOpen} onClose={onCloseHelp} role={role} />
    </>
  )
}
