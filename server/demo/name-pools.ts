import type { Faker } from '@faker-js/faker'
import { faker as arabic } from '@faker-js/faker/locale/ar'
import { faker as brazilian } from '@faker-js/faker/locale/pt_BR'
import { faker as chinese } from '@faker-js/faker/locale/zh_CN'
import { faker as croatian } from '@faker-js/faker/locale/hr'
import { faker as czech } from '@faker-js/faker/locale/cs_CZ'
import { faker as dutch } from '@faker-js/faker/locale/nl'
import { faker as english } from '@faker-js/faker/locale/en_US'
import { faker as french } from '@faker-js/faker/locale/fr'
import { faker as german } from '@faker-js/faker/locale/de'
import { faker as ghanaian } from '@faker-js/faker/locale/en_GH'
import { faker as hongKong } from '@faker-js/faker/locale/en_HK'
import { faker as hungarian } from '@faker-js/faker/locale/hu'
import { faker as indian } from '@faker-js/faker/locale/en_IN'
import { faker as indonesian } from '@faker-js/faker/locale/id_ID'
import { faker as italian } from '@faker-js/faker/locale/it'
import { faker as japanese } from '@faker-js/faker/locale/ja'
import { faker as mexican } from '@faker-js/faker/locale/es_MX'
import { faker as nigerian } from '@faker-js/faker/locale/en_NG'
import { faker as polish } from '@faker-js/faker/locale/pl'
import { faker as romanian } from '@faker-js/faker/locale/ro'
import { faker as russian } from '@faker-js/faker/locale/ru'
import { faker as spanish } from '@faker-js/faker/locale/es'
import { faker as swedish } from '@faker-js/faker/locale/sv'
import { faker as turkish } from '@faker-js/faker/locale/tr'
import { faker as vietnamese } from '@faker-js/faker/locale/vi'

export type NamePool = {
  weight: number
  custom: 'english' | 'double' | 'vietnamese' | 'mononym' | 'plain'
  female: string[]
  male: string[]
  last: { female: string[]; male: string[] }
}

/** Names by where families come from, taken from faker's lists once: calling faker for each of a million people takes minutes. */
export const namePools: NamePool[] = [
  pool(english, 60, 'english'),
  pool(mexican, 8, 'double'),
  pool(spanish, 3, 'double'),
  pool(indian, 5),
  pool(hongKong, 3),
  pool(vietnamese, 3, 'vietnamese'),
  pool(french, 3),
  pool(german, 3),
  pool(italian, 3),
  pool(polish, 2),
  pool(nigerian, 1.5),
  pool(brazilian, 2, 'double'),
  pool(ghanaian, 1),
  pool(turkish, 1),
  pool(swedish, 1),
  pool(dutch, 1),
  pool(czech, 0.7),
  pool(croatian, 0.5),
  pool(romanian, 0.5),
  pool(hungarian, 0.5),
  pool(indonesian, 0.6, 'mononym'),
  pool(russian, 0.15),
  pool(chinese, 0.15),
  pool(japanese, 0.1),
  pool(arabic, 0.1),
]

function pool(faker: Faker, weight: number, custom: NamePool['custom'] = 'plain'): NamePool {
  const { first_name: first, last_name: last } = faker.rawDefinitions.person ?? {}
  return {
    weight,
    custom,
    female: clean(first?.female ?? first?.generic),
    male: clean(first?.male ?? first?.generic),
    last: { female: clean(last?.female ?? last?.generic), male: clean(last?.male ?? last?.generic) },
  }
}

function clean(names: readonly string[] = []): string[] {
  return [...new Set(names.map((name) => name.normalize('NFC').replace(/\s+/g, ' ').trim()))].filter(Boolean)
}
