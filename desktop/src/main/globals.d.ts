/** The release, defined by the build. */
declare const appVersion: string
