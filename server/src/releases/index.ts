export { currentRelease, readReleases } from './read-releases.ts'
export { releaseCardOf } from './release-card.ts'
export { releaseRoutes } from './routes.ts'
