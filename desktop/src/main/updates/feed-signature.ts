import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

const mark = '\n# signature: '

/** Appends a signature to the text of a `latest*.yml` file as a YAML comment, so that one file contains both. */
export function signFeed(text: string, privateKeyPem: string): string {
  const body = bodyOf(text)
  return `${body}${mark}${sign(null, Buffer.from(body), createPrivateKey(privateKeyPem)).toString('base64')}\n`
}

/** Returns the signed text, or throws if the signature is invalid. `key` is the public Ed25519 key, DER as base64. */
export function verifyFeed(text: string, key: string): string {
  const signature = text.includes(mark) ? text.slice(text.lastIndexOf(mark) + mark.length).trim() : ''
  const body = bodyOf(text)
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  if (!signature || !verify(null, Buffer.from(body), publicKey, Buffer.from(signature, 'base64')))
    throw new Error('The list of updates is not signed by the maker of this app, so it was ignored.')
  return body
}

/** Returns the key for `verifyFeed`, DER as base64. Throws if the private key is not an Ed25519 key. */
export function derivePublicKey(privateKeyPem: string): string {
  const key = createPrivateKey(privateKeyPem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('UPDATE_SIGNING_KEY is no Ed25519 key')
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
}

function bodyOf(text: string): string {
  return text.split(mark)[0]!.trimEnd()
}
