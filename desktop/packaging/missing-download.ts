/** Explains a failed download and how to avoid it; undefined if there is another cause. */
export function missingDownload(
  message: string,
  options: { electron: string; isElectronGiven: boolean; isFolder: boolean },
): string | undefined {
  const cause = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT)\b(?: \S+)?/.exec(
    message,
  )
  if (!cause) return undefined
  const what = options.isElectronGiven
    ? 'the tools that electron-builder makes installers with'
    : `Electron ${options.electron}${options.isFolder ? '' : ', and the tools that electron-builder makes installers with,'}`
  return `This wanted to download ${what} from github.com, and found no way there (${cause[0]}). Try it again with a network, or name a mirror in ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR. Without any download goes: npm run desktop-package -- --dir --electron BINARY, where BINARY is an Electron on this computer.`
}
