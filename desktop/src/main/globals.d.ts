/** The release, put in by the build. */
declare const appVersion: string
