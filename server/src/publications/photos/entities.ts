import { defineEntity, p } from '@mikro-orm/core'

/** An uploaded photo, whose files are in the storage. `bytes` are those of the upload, which is not kept. */
export const Photo = defineEntity({
  name: 'Photo',
  tableName: 'photos',
  properties: {
    name: p.text().primary(),
    bytes: p.integer(),
    created_by_id: p.bigint('number').nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
})
