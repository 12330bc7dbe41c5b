/** The library's buttons and links as links of this page's router. */
import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type LinkProps<P> = P &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P> & { readonly ref?: Ref<HTMLAnchorElement> };

export const LinkButton = createLink((props: LinkProps<ButtonProps>) => <Button component="a" {...props} />);
export const LinkAnchor = createLink((props: LinkProps<AnchorProps>) => <Anchor {...props} />);
export const LinkNav = createLink((props: LinkProps<NavLinkProps>) => <NavLink component="a" {...props} />);
export const LinkItem = createLink((props: LinkProps<MenuItemProps>) => <Menu.Item component="a" {...props} />);
