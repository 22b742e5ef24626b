declare module 's3rver' {
  import type { RequestListener } from 'node:http'

  type Options = {
    directory: string
    silent: boolean
    vhostBuckets: boolean
    configureBuckets: { name: string; configs: string[] }[]
  }

  type Store = {
    getResourcePath(bucket: string, key: string, kind: string): string
    deleteObject(bucket: string, key: string): Promise<void>
  }

  export default class S3rver {
    store: Store
    constructor(options: Options)
    configureBuckets(): Promise<void>
    callback(): RequestListener
  }
}
