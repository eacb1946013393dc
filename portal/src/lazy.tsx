import type { ComponentType } from 'preact';
import { NotLoaded } from './errors';
import { useLoad } from './hooks';
import { Loading } from './ui/status';

export type Lazy<Props> = ComponentType<Props> & {
  /** loads the code before the page is opened */
  ahead: () => void;
};

/**
 * A page whose code comes when it is first opened, so that nobody waits for it who signs in. Where it does not come, the network is
 * away, or the portal has become a newer one meanwhile, so trying again is loading everything anew: the address stays. Without
 * a network the browser would show a page of its own instead.
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): Lazy<Props> {
  let Page: ComponentType<Props> | undefined;
  async function loadOnce() {
    Page ??= await load().catch(() => {
      throw new NotLoaded();
    });
    return Page;
  }
  function LazyPage(props: Props) {
    const loaded = useLoad(loadOnce, []);
    const reload = () => (navigator.onLine ? location.reload() : loaded.reload());
    return Page ? <Page {...props} /> : <Loading of={{ ...loaded, reload }} />;
  }
  // Where it fails, it is tried again, and said, when the page is opened.
  const ahead = () => void loadOnce().catch(() => undefined);
  return Object.assign(LazyPage, { ahead });
}
