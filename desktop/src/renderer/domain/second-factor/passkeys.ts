import { passkeyOptions } from '@alumni/shared/staff/second-factor'
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { post } from '../../http.ts'
import { isDesktop } from '../../ui/desktop.ts'

/** Passkeys belong to a web address: not every window that shows this app has one. */
export const canUsePasskeys = () => browserSupportsWebAuthn() && isSecureContext && !isDesktop()

/** Has a passkey sign what the server gives out at `url`. */
export async function signWithPasskey(url: string) {
  const options = await post(url, passkeyOptions, {})
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }).catch(inWords)
}

/** Has the browser make a new passkey. */
export async function createPasskey(url: string) {
  const options = await post(url, passkeyOptions, {})
  // One library makes these options and reads them, so their contract leaves all but the challenge to it.
  return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }).catch(inWords)
}

function inWords(error: Error): never {
  if (error.name === 'InvalidStateError') throw new Error('This device already has a passkey for your account.')
  throw new Error('No passkey was used. Try again, or use another way.', { cause: error })
}
