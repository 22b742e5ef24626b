import { defineEntity, p } from '@mikro-orm/core'

/** A volunteer's signup; `buid` is who they are, once that is known. */
export const ChampionSignup = defineEntity({
  name: 'ChampionSignup',
  tableName: 'champion_signups',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    public_id: p.uuid().defaultRaw('gen_random_uuid()'),
    email: p.text(),
    first_name: p.text().nullable(),
    last_name: p.text().nullable(),
    former_last_name: p.text().nullable(),
    buid: p.text().nullable(),
    status: p.enum(['started', 'completed', 'linked']).default('started'),
    zip_code: p.text().nullable(),
    city: p.text().nullable(),
    country: p.text().nullable(),
    postal_code: p.text().nullable(),
    google_uid: p.text().nullable(),
    google_linked_at: p.datetime().nullable(),
    deleted_at: p.datetime().nullable(),
    merged_into_id: p.bigint('number').nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
})
