declare const appVersion: string
