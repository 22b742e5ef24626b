export { readReunions } from './classes/read-classes.ts'
export { displayName } from './record/display-name.ts'
export { givenKeys } from './record/given-names.ts'
export { type LetterPerson, optOutKey, optOutKeysOf, personalKeysOf, readOptOuts } from './record/letter-opt-outs.ts'
export { classYearsOf, namesOfAlumni } from './record/find-alumnus.ts'
export type { FieldEdit } from './record/edit-contact.ts'
export { nameColumns, nameParts, nameShape } from './record/name-columns.ts'
export { mostRecentFirst } from './record/recent-degree.ts'
export { insertRecordChanges, type RecordChange, writeRecordChanges } from './record/record-changes.ts'
export { completePairs, readDismissals } from './reports/pairs.ts'
export { csvLink, type Report } from './reports/report.ts'
export { savedSearchRoutes } from './saved-searches/routes.ts'
export type { PeopleIndex } from './people-index/index.ts'
export { milesAlongSurface, milesBetween, zipsWithin } from './people-index/search/zip-radius.ts'
export { fold } from './people-index/columns/fold.ts'
export { findPlaces, type Located } from './people-index/find-places.ts'
export { zipIn } from './people-index/search/locate.ts'
export {
  areaSpellings,
  cityName,
  isArea,
  isInArea,
  readPlace,
  spellingsOf,
  type TypedPlace,
} from './people-index/search/place-text.ts'
export { subjectsOf } from './search/choices.ts'
export { nameSearch } from './search/export-name.ts'
export { findIds, readFound } from './search/read-found.ts'
