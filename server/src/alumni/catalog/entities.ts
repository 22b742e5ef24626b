import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'
import { affinityCategories } from '@alumni/shared/alumni/internal-api'

export const College = defineTable('colleges', {
  code: p.text().primary(),
  name: p.text(),
  active: p.boolean().default(true),
})

export const Major = defineTable('majors', {
  major_code: p.text().primary(),
  major_desc: p.text(),
  dept: p.text(),
  dept_desc: p.text(),
  college_code: p.text(),
  active: p.boolean().default(true),
})

export const Affinity = defineTable('affinities', {
  affinity_code: p.text().primary(),
  name: p.text(),
  category: p.enum(affinityCategories),
  active: p.boolean().default(true),
})

export const ActivityCode = defineTable('activity_codes', {
  code: p.text().primary(),
  name: p.text(),
  active: p.boolean().default(true),
})
