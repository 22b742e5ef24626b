import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

type Options = { challenge: string }

/** Emulates a browser with a passkey for the page at `origin`: ES256, without attestation. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let counter = 0

  /** RP id hash, flags, counter. */
  const authenticatorData = (flags: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count])
  }
  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const credential = (response: Record<string, Buffer>) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')])),
  })

  return {
    create(options: Options) {
      // COSE_Key: kty EC2, alg ES256, crv P-256.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const attested = [Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key]
      const data = Buffer.concat([authenticatorData(0x45), ...attested])
      // {"fmt": "none", "attStmt": {}, "authData": data}
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return credential({ clientDataJSON: clientData('webauthn.create', options), attestationObject })
    },
    get(options: Options, { isVerified = true } = {}) {
      // 0x01 means user present, 0x04 user verified.
      const [data, json] = [authenticatorData(isVerified ? 0x05 : 0x01), clientData('webauthn.get', options)]
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(json)]))
        .sign(privateKey)
      return credential({ clientDataJSON: json, authenticatorData: data, signature })
    },
  }
}

function sha256(bytes: string | Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
