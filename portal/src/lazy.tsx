import type { ComponentType } from 'preact';
import { useLoad } from './hooks';
import { Loading } from './ui/status';

/**
 * A page whose code comes when it is first opened, so that nobody waits for it who signs in. Where it does not come, the portal may
 * have become a newer one meanwhile, so trying again is loading everything anew: the address stays.
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Page: ComponentType<Props> | undefined;
  async function loadOnce() {
    Page ??= await load();
    return Page;
  }
  return (props) => {
    const loaded = useLoad(loadOnce, []);
    return Page ? <Page {...props} /> : <Loading of={{ ...loaded, reload: () => location.reload() }} />;
  };
}
