export { answerersOf, csvPerson, personColumns, unknownAnswerer } from './answerers.ts'
export { fillPlaces, lockEvent } from './answer-event.ts'
export { markAttendance, recordAttendances } from './attendance.ts'
export { someCommunities } from './communities.ts'
export { upcomingEvents } from './event-cards.ts'
export { followRenamed, notHere } from './former-slugs.ts'
export {
  createContent,
  deleteContent,
  missingText,
  publishingOf,
  saveContent,
  storeMove,
  type Keeping,
} from './keep-content.ts'
export { leaveEverything } from './leave-everything.ts'
export { contentLetters } from './letters.ts'
export { htmlOf } from './markdown.ts'
export { latestNews } from './news.ts'
export { pictureOf } from './pictures.ts'
export { cancelEvent, changeEvent } from './organize-event.ts'
export { contentRoutes } from './routes.ts'
export { rsvpWeight } from './rsvps.ts'
export { countEventsSoon } from './staff-event-list.ts'
export { drawnImage } from './share-images.ts'
export { contentPages, searchEngineRoutes, type PublicPages } from './search-engines.ts'
