/** Whether only programs on this machine reach this host name or address, with or without brackets around an IPv6 one. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}
