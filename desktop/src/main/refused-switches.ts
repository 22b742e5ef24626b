const dangerous = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-targets',
  'remote-allow-origins',
  'js-flags',
  'blink-settings',
  'load-extension',
  'disable-web-security',
  'allow-running-insecure-content',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'ssl-key-log-file',
  'log-net-log',
  'host-rules',
  'host-resolver-rules',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'browser-subprocess-path',
]

/** A test build with a debugger (`inspector` is its address) accepts all. */
export function refusedSwitches(hasSwitch: (name: string) => boolean, inspector: string | undefined): string[] {
  return inspector === undefined ? dangerous.filter(hasSwitch).map((name) => `--${name}`) : []
}
