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

/** Passkeys are bound to a web address, so the desktop app cannot use them. */
export const canUsePasskeys = () => browserSupportsWebAuthn() && isSecureContext && !isDesktop()

/** Gets a challenge from `url` and returns the passkey's answer, which the caller sends. Throws a readable Error. */
export async function signWithPasskey(url: string) {
  const options = await post(url, passkeyOptions, {})
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }).catch(
    throwReadableError,
  )
}

/** Gets options from `url`, creates a passkey and returns it for the caller to send. Throws a readable Error. */
export async function createPasskey(url: string) {
  const options = await post(url, passkeyOptions, {})
  // Server and browser use the same library, so the schema checks only the challenge.
  return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }).catch(
    throwReadableError,
  )
}

function throwReadableError(error: Error): never {
  if (error.name === 'InvalidStateError') throw new Error('This device already has a passkey for your account.')
  throw new Error('No passkey was used. Try again, or use another way.', { cause: error })
}
