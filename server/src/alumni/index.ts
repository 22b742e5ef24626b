export { readReunions } from './classes/read-classes.ts'
export { fold } from './people-index/columns/fold.ts'
export { findPlaces } from './people-index/find-places.ts'
export type { PeopleIndex } from './people-index/index.ts'
export { type LocatedPlace, parseZip } from './people-index/search/locate.ts'
export {
  listAreaSpellings,
  normalizeCity,
  isArea,
  isInArea,
  readPlace,
  listCitySpellings,
  type TypedPlace,
} from './people-index/search/read-place.ts'
export { distanceInMiles, milesBetween, zipsWithin } from './people-index/search/zip-radius.ts'
export { displayName } from './record/display-name.ts'
export type { FieldEdit } from './record/edit-contact.ts'
export { readClassYearsByBuid, readNamesOfAlumni } from './record/find-alumnus.ts'
export { nicknames } from './record/given-names.ts'
export {
  type LetterPerson,
  optOutKey,
  selectOptOutKeys,
  selectPersonalKeys,
  readOptOuts,
} from './record/letter-opt-outs.ts'
export { nameColumns, nameParts, nameShape } from './record/name-columns.ts'
export { recentDegreeFirst } from './record/recent-degree.ts'
export { buildRecordChangesInsert, type RecordChange, writeRecordChanges } from './record/record-changes.ts'
export { completePairs, readDismissals, replacePairs } from './reports/pairs.ts'
export { buildCsvLink, type Report } from './reports/report.ts'
export { savedSearchRoutes } from './saved-searches/routes.ts'
export { listSubjects, readAffinityChoices } from './search/choices.ts'
export { describeSearch } from './search/export-name.ts'
export { findIds, readFoundAlumni } from './search/read-found.ts'
