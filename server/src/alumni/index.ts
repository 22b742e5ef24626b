export { batchSearchRoutes } from './batch-search/routes.ts'
export { catalogRoutes } from './catalog/routes.ts'
export { readReunions } from './classes/read-classes.ts'
export { classRoutes } from './classes/routes.ts'
export { engagementRoutes } from './engagements/routes.ts'
export { fold } from './people-index/columns/fold.ts'
export { findPlaces, type Located } from './people-index/find-places.ts'
export { maintainPeopleIndex, type PeopleIndex } from './people-index/index.ts'
export { parseZip as zipIn } from './people-index/search/locate.ts'
export {
  listAreaSpellings as areaSpellings,
  normalizeCity as cityName,
  isArea,
  isInArea,
  readPlace,
  listCitySpellings as spellingsOf,
  type TypedPlace,
} from './people-index/search/read-place.ts'
export { distanceInMiles as milesAlongSurface, milesBetween, zipsWithin } from './people-index/search/zip-radius.ts'
export { displayName } from './record/display-name.ts'
export type { FieldEdit } from './record/edit-contact.ts'
export { classYearsOf, namesOfAlumni } from './record/find-alumnus.ts'
export { givenKeys } from './record/given-names.ts'
export { type LetterPerson, optOutKey, optOutKeysOf, personalKeysOf, readOptOuts } from './record/letter-opt-outs.ts'
export { nameColumns, nameParts, nameShape } from './record/name-columns.ts'
export { recentDegreeFirst as mostRecentFirst } from './record/recent-degree.ts'
export { insertRecordChanges, type RecordChange, writeRecordChanges } from './record/record-changes.ts'
export { alumniRoutes } from './record/routes.ts'
export { recordedListRoutes } from './recorded-lists/routes.ts'
export { completePairs, readDismissals } from './reports/pairs.ts'
export { buildCsvLink as csvLink, type Report } from './reports/report.ts'
export { reportRoutes } from './reports/routes.ts'
export { savedSearchRoutes } from './saved-searches/routes.ts'
export { listSubjects as subjectsOf } from './search/choices.ts'
export { describeSearch as nameSearch } from './search/export-name.ts'
export { findIds, readFoundAlumni as readFound } from './search/read-found.ts'
export { searchRoutes, typeaheadRoutes } from './search/routes.ts'
export { statisticsRoutes } from './statistics/routes.ts'
