import type { Faker } from '@faker-js/faker'
import type { Alumnus } from './alumnus.ts'
import common from './data/names.json' with { type: 'json' }
import type { Life } from './life.ts'
import type { Random } from './random.ts'

type Name = Pick<
  Alumnus,
  'prefix' | 'first_name' | 'middle_name' | 'last_name' | 'suffix' | 'preferred_name' | 'former_last_name'
>

type Origin = { locale: string; weight: number; custom?: 'english' | 'double' | 'vietnamese' | 'mononym' }
type NamePool = Origin & { female: string[]; male: string[]; last: { female: string[]; male: string[] } }

const origins: Origin[] = [
  { locale: 'en_US', weight: 60, custom: 'english' },
  { locale: 'es_MX', weight: 8, custom: 'double' },
  { locale: 'es', weight: 3, custom: 'double' },
  { locale: 'en_IN', weight: 5 },
  { locale: 'en_HK', weight: 3 },
  { locale: 'vi', weight: 3, custom: 'vietnamese' },
  { locale: 'fr', weight: 3 },
  { locale: 'de', weight: 3 },
  { locale: 'it', weight: 3 },
  { locale: 'pl', weight: 2 },
  { locale: 'en_NG', weight: 1.5 },
  { locale: 'pt_BR', weight: 2, custom: 'double' },
  { locale: 'en_GH', weight: 1 },
  { locale: 'tr', weight: 1 },
  { locale: 'sv', weight: 1 },
  { locale: 'nl', weight: 1 },
  { locale: 'cs_CZ', weight: 0.7 },
  { locale: 'hr', weight: 0.5 },
  { locale: 'ro', weight: 0.5 },
  { locale: 'hu', weight: 0.5 },
  { locale: 'id_ID', weight: 0.6, custom: 'mononym' },
  { locale: 'ru', weight: 0.15 },
  { locale: 'zh_CN', weight: 0.15 },
  { locale: 'ja', weight: 0.1 },
  { locale: 'ar', weight: 0.1 },
]
// Copied once, because calling faker for a million people takes minutes.
const namePools = await Promise.all(origins.map(poolOf))
const nicknames: Record<string, string> = common.nicknames

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

export function nameFor(random: Random, life: Life): Name {
  const pool = random.pickWeighted(namePools)
  const first = firstName(random, pool, life)
  const hasFormer = life.isFemale && life.classYear < 2018 && random.chance(0.2)
  const name: Name = {
    prefix: prefix(random, life),
    first_name: first,
    middle_name: middleName(random, pool, life),
    last_name: lastName(random, pool, life),
    suffix: suffix(random, life),
    preferred_name: preferredName(random, pool, life, first),
    former_last_name: hasFormer ? lastName(random, pool, life) : null,
  }
  return random.chance(pool.custom === 'mononym' ? 0.5 : 0.004) ? shortened(random, name) : name
}

function firstName(random: Random, pool: NamePool, { isFemale }: Life): string {
  const sex = isFemale ? 'female' : 'male'
  return random.pick(pool.custom === 'english' && random.chance(0.35) ? common.first[sex] : pool[sex])
}

function lastName(random: Random, pool: NamePool, { isFemale }: Life): string {
  const from = pool.last[isFemale ? 'female' : 'male']
  if (pool.custom === 'double')
    return random.chance(0.45) ? `${random.pick(from)} ${random.pick(from)}` : random.pick(from)
  if (pool.custom !== 'english' || random.chance(0.45)) return random.pick(from)
  // Squared, so that the first names of the list are as frequent as Smith.
  const surname = common.last[Math.floor(random.next() ** 2 * common.last.length)]!
  return random.chance(0.06) ? `${surname}-${random.pick(from)}` : surname
}

function middleName(random: Random, pool: NamePool, life: Life): string | null {
  if (pool.custom === 'vietnamese') return random.chance(0.7) ? (life.isFemale ? 'Thị' : 'Văn') : null
  const kind = random.next()
  if (kind < 0.38) return null
  if (kind < 0.55) return letters.charAt(random.whole(0, 25))
  if (kind < 0.62) return `${letters.charAt(random.whole(0, 25))}.`
  return firstName(random, pool, life)
}

function preferredName(random: Random, pool: NamePool, life: Life, first: string): string | null {
  if (!random.chance(0.14)) return null
  if (random.chance(0.25)) return first
  return nicknames[first] ?? firstName(random, pool, life)
}

function prefix(random: Random, { isFemale }: Life): string | null {
  if (random.chance(0.5)) return null
  if (random.chance(0.14))
    return random.pick(['Dr.', 'Dr.', 'Dr.', 'Prof.', 'Rev.', 'Hon.', 'Rabbi', 'Capt.', 'Sr.', 'Mx.'])
  return isFemale ? random.pick(['Ms.', 'Ms.', 'Mrs.', 'Miss']) : 'Mr.'
}

function suffix(random: Random, { isFemale }: Life): string | null {
  if (random.chance(0.94)) return null
  const earned = ['Ph.D.', 'M.D.', 'Esq.', 'CPA', 'R.N.']
  return random.pick(isFemale ? earned : ['Jr.', 'Jr.', 'Sr.', 'II', 'III', 'IV', ...earned])
}

function shortened(random: Random, name: Name): Name {
  const kind = random.next()
  const alone = { ...name, middle_name: null, preferred_name: null, former_last_name: null }
  if (kind < 0.35) return { ...alone, first_name: null }
  if (kind < 0.5) return { ...alone, last_name: null }
  const letter = letters.charAt(random.whole(0, 25))
  return kind < 0.8 ? { ...name, first_name: letter, preferred_name: null } : { ...name, last_name: letter }
}

async function poolOf(origin: Origin): Promise<NamePool> {
  const { faker } = (await import(`@faker-js/faker/locale/${origin.locale}`)) as { faker: Faker }
  const { first_name: first, last_name: last } = faker.rawDefinitions.person ?? {}
  return {
    ...origin,
    female: clean(first?.female ?? first?.generic),
    male: clean(first?.male ?? first?.generic),
    last: { female: clean(last?.female ?? last?.generic), male: clean(last?.male ?? last?.generic) },
  }
}

function clean(names: readonly string[] = []): string[] {
  return [...new Set(names.map((name) => name.normalize('NFC').replace(/\s+/g, ' ').trim()))].filter(Boolean)
}
