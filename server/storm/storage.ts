import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startS3 } from '../testing/s3-server.ts'

const bucket = 'storm'

/** Starts an S3 server with objects in `folder`, and another one that is always busy. */
export async function startStorage(folder: string) {
  const s3 = await startS3(folder, bucket)
  const busy = createServer((request, reply) => {
    request.resume()
    reply.writeHead(503, { 'content-type': 'application/xml', connection: 'close' })
    reply.end('<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>')
  }).listen(0, '127.0.0.1')
  await once(busy, 'listening')
  return {
    port: Number(new URL(s3.endpoint).port),
    busyPort: (busy.address() as AddressInfo).port,
    envAt: (port: number) => ({
      STORAGE_URL: `s3://${bucket}?endpoint=http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    }),
    async stop() {
      busy.close()
      busy.closeAllConnections()
      await s3.stop()
    },
  }
}
