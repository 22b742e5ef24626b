import type { ImportType } from '@alumni/shared/exchange/imports'
import type { ImportDefinition } from '../definition.ts'
import { areasOfStudy } from './areas-of-study.ts'
import { contacts } from './contacts.ts'
import { educations } from './educations.ts'
import { employment } from './employment.ts'

export const definitions: Record<ImportType, ImportDefinition> = {
  contacts,
  educations,
  'areas-of-study': areasOfStudy,
  employment,
}
