/** What cannot be drawn is left out, and takes nothing else down with it. */
import { Component, type ReactNode } from 'react';

export class Guarded extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? null : this.props.children;
  }
}
