import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

const mark = '\n# signature: '

/**
 * The text of a `latest*.yml` with its signature as a last line, which YAML takes for a comment: one file, never half
 * replaced.
 */
export function signedFeed(text: string, privateKeyPem: string): string {
  const body = bodyOf(text)
  return `${body}${mark}${sign(null, Buffer.from(body), createPrivateKey(privateKeyPem)).toString('base64')}\n`
}

/** Returns the signed text or throws a sentence. `key` is the public Ed25519 key, its DER in base64. */
export function verifiedFeed(text: string, key: string): string {
  const signature = text.includes(mark) ? text.slice(text.lastIndexOf(mark) + mark.length).trim() : ''
  const body = bodyOf(text)
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  if (!signature || !verify(null, Buffer.from(body), publicKey, Buffer.from(signature, 'base64')))
    throw new Error('The list of updates is not signed by the maker of this app, so it was ignored.')
  return body
}

/** Packaging builds this key into the app. */
export function publicKeyOf(privateKeyPem: string): string {
  const key = createPrivateKey(privateKeyPem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('UPDATE_SIGNING_KEY is no Ed25519 key')
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
}

function bodyOf(text: string): string {
  return text.split(mark)[0]!.trimEnd()
}
