import { defineEntity, p } from '@mikro-orm/core'
import { affinityCategories } from '@alumni/shared/alumni/internal-api'

export const College = defineEntity({
  name: 'College',
  tableName: 'colleges',
  properties: { code: p.text().primary(), name: p.text(), active: p.boolean().default(true) },
})

export const Major = defineEntity({
  name: 'Major',
  tableName: 'majors',
  properties: {
    major_code: p.text().primary(),
    major_desc: p.text(),
    dept: p.text(),
    dept_desc: p.text(),
    college_code: p.text(),
    active: p.boolean().default(true),
  },
})

export const Affinity = defineEntity({
  name: 'Affinity',
  tableName: 'affinities',
  properties: {
    affinity_code: p.text().primary(),
    name: p.text(),
    category: p.enum(affinityCategories),
    active: p.boolean().default(true),
  },
})

export const ActivityCode = defineEntity({
  name: 'ActivityCode',
  tableName: 'activity_codes',
  properties: { code: p.text().primary(), name: p.text(), active: p.boolean().default(true) },
})
