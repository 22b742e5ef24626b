import type { ImportType } from '@alumni/shared/exchange/imports'
import type { CrmRecord } from './crm-record.ts'
import { contactIdAt, crmIdAt } from './crm-ids.ts'
import { allMajors, areaOfStudy, degree } from './degrees.ts'
import { areaTypes } from './educations.ts'
import { inventJob } from './employments.ts'
import { inventPerson } from './people.ts'
import type { Random } from './random.ts'

/** A record of the type out of thin air, with every required field; the contact and CRM id are those of `index`. */
export function inventRecord(random: Random, type: ImportType, index: number): CrmRecord {
  switch (type) {
    case 'contacts': {
      const { deceased, do_not_contact, do_not_email, ...person } = inventPerson(random.whole(0, 1e9), index)
      return {
        ...person,
        contact_id: contactIdAt(index),
        crm_id: crmIdAt(index),
        deceased: String(deceased),
        do_not_contact: String(do_not_contact),
        do_not_email: String(do_not_email),
      }
    }
    case 'educations': {
      const { major, college } = random.pick(allMajors)
      const {
        kind: _,
        area_type: __,
        ...record
      } = degree('', random.pick([...college.bachelors, ...college.graduate]), inventDate(random), major.code)
      return record
    }
    case 'areas-of-study': {
      const { major, college } = random.pick(allMajors)
      const { kind: _, ...record } = areaOfStudy(
        '',
        random.pick(areaTypes),
        inventDate(random),
        major.code,
        random.pick(college.bachelors),
      )
      return record
    }
    case 'employment': {
      const isCurrent = random.chance(0.5)
      return {
        buid: '',
        ...inventJob(random),
        start_date: inventDate(random),
        end_date: isCurrent ? null : '2026-06-30',
        current: String(isCurrent),
      }
    }
  }
}

function inventDate(random: Random): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${random.whole(1990, 2025)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`
}
