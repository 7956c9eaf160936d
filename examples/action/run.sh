#!/bin/sh
exec python3 orders.py
