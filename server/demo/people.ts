import { addressFor } from './addresses.ts'
import type { Alumnus } from './alumnus.ts'
import { buidAt, contactIdAt, crmIdAt } from './crm-ids.ts'
import { emailsFor } from './emails.ts'
import { lifeAt } from './life.ts'
import { namedPeople } from './named-people.ts'
import { nameFor } from './names.ts'
import { Random } from './random.ts'

/** The person at `index`, counted from 0; the first ones are the named people, whatever the seed. */
export function personAt(seed: number, index: number): Alumnus {
  return namedPeople[index] ?? inventPerson(seed, index)
}

export function inventPerson(seed: number, index: number): Alumnus {
  const random = new Random(seed, index, 2)
  const life = lifeAt(seed, index)
  const name = nameFor(random, life)
  const { home_phone, mobile_phone, ...address } = addressFor(random)
  return {
    buid: buidAt(index),
    contact_id: random.chance(0.01) ? null : contactIdAt(index),
    crm_id: random.chance(0.03) ? null : crmIdAt(index),
    ...name,
    ...emailsFor(random, life, name, index + 1),
    mobile_phone,
    home_phone,
    ...address,
    deceased: life.isDeceased,
    do_not_contact: random.chance(0.03),
    do_not_email: random.chance(0.09),
  }
}
